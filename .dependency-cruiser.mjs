/**
 * The imports that are allowed between folders, checked by `npm run lint`. `comment` is the reason that
 * `depcruise --output-type err-long` prints with a violation.
 */

/** What a folder exports to other folders, on purpose. */
const publicFiles = {
  clientForServer: '^client/(document\\.tsx|routes\\.ts|settings\\.ts)$',
  forScripts: [
    '^client/routes\\.ts$',
    '^server/(startHost|StartupError|nodeVersion|config/config|page/loadClientFiles|runtime/listen)\\.ts$',
    '^mock-api/(startMock|start/mockSettings|start/MockStartError|journal/journalEntry|startObserver|console/browserAssets)\\.ts$',
    '^(contract|verifier)/index\\.ts$',
  ],
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular-files',
      comment: 'No file of a cycle can be read, tested or moved on its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circular-folders',
      comment: 'Folders form layers: of two folders, at most one imports the other.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'parts-do-not-import-the-whole',
      comment: 'Entry points compose the subject folders, so a subject folder cannot need one.',
      severity: 'error',
      from: { path: '^(client|server|mock-api|verifier)/[^/]+/' },
      to: {
        path: '^(client|server|mock-api|verifier)/(main|app|App|document|startHost|startMock|startObserver|verify|index)\\.tsx?$',
        pathNot: publicFiles.clientForServer,
      },
    },
    {
      name: 'client-imports-only-the-client',
      comment:
        'The bundle is public and runs in a browser; it shares only #openapi with the others.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|mock-api|contract|verifier|scripts|test)/' },
    },
    {
      name: 'browser-code-imports-no-node-modules',
      comment: 'Node.js built-in modules do not exist in a browser.',
      severity: 'error',
      from: { path: '^(client/|mock-api/[^/]+/browser/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'staff-layer-stays-out-of-the-page',
      comment: 'Subscribers do not sign in, so the page must not load the code for staff.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/staff/' },
      to: { path: '^client/staff/' },
    },
    {
      name: 'server-imports-public-files-of-the-client',
      comment:
        'The host renders the document and shares its URLs; it never imports a mock or a script.',
      severity: 'error',
      from: { path: '^server/' },
      to: {
        path: '^(client|mock-api|contract|verifier|scripts|test)/',
        pathNot: publicFiles.clientForServer,
      },
    },
    {
      name: 'contract-imports-nothing',
      comment: 'The mock, the observer and the verifier share one meaning of "conforms".',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(client|server|mock-api|verifier|scripts|test)/' },
    },
    {
      name: 'contract-and-verifier-through-index',
      comment:
        'Other folders import index.ts, so that the files inside may move. Code for browsers imports contract/mask.ts, because it cannot load the schema compiler.',
      severity: 'error',
      from: { path: '^(client|server|mock-api|contract|verifier|scripts)/' },
      to: {
        path: '^(contract|verifier)/',
        pathNot: ['^(contract|verifier)/index\\.ts$', '^contract/mask\\.ts$', '^$1/'],
      },
    },
    {
      name: 'mock-api-and-verifier-import-only-the-contract',
      comment: 'Both are derived from the contract, not from the product that is tested with them.',
      severity: 'error',
      from: { path: '^(mock-api|verifier)/' },
      to: { path: '^(client|server|mock-api|verifier|scripts|test)/', pathNot: '^$1/' },
    },
    {
      name: 'scripts-import-public-files',
      comment: 'Scripts start the host and the mock; how those work inside may change freely.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(client|server|mock-api)/', pathNot: publicFiles.forScripts },
    },
    {
      name: 'reference-backend-imports-nothing-of-the-project',
      comment: 'It tests the verifier, so it must not share a misunderstanding of the contract.',
      severity: 'error',
      from: { path: '^test/verifier/fixtures/reference-backend/' },
      to: {
        path: '^(client|server|mock-api|contract|verifier|scripts|test)/',
        pathNot: '^test/verifier/fixtures/reference-backend/',
      },
    },
    {
      name: 'only-bench-imports-bench',
      comment: 'Benches are measurements; neither tests nor other commands may depend on one.',
      severity: 'error',
      from: { pathNot: '^scripts/bench(/|\\.ts$)' },
      to: { path: '^scripts/bench(/|\\.ts$)' },
    },
    {
      name: 'only-tests-import-tests',
      comment:
        'Test support is not part of the product. vitest.config.ts loads its reporter, order and timeouts.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: {
        path: '^test/',
        pathNot: '^test/(SlowFilesFirst|SummaryReporter|timeouts)\\.ts$',
      },
    },
    {
      name: 'product-imports-no-dev-dependency',
      comment: 'The host and the page are built from `dependencies`; move the package there.',
      severity: 'error',
      from: { path: '^(client|server)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolvable-import',
      comment: 'An import that does not resolve escapes every rule above.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
