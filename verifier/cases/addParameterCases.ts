import { mayBeMissing, type Parameter } from '#contract';
import { forwardedHeaders } from '../send/forwardedHeaders.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { inventedId, isFreeText } from './baseValues.ts';
import type { CaseList } from './CaseList.ts';
import { findCandidates } from './values/findCandidates.ts';
import { absent, replaceAt } from './values/replaceAt.ts';
import { rawIds, similarIds } from './values/similarIds.ts';

/** The statuses with which routers and proxies respond to an unusual path. */
const routerStatuses = [301, 307, 308, 400, 404];

/** Adds the cases about the parameters of an operation. */
export function addParameterCases(list: CaseList): void {
  const { operation, options, values } = list;
  for (const parameter of operation.parameters) {
    const { in: place, name } = parameter;
    const value = values.parameters.get(`${place} ${name}`);
    const isExisting = options.existingValues.get(name) === String(value);
    // A PUT may create the resource.
    const mayCreate = list.isWrite && list.declares(/^201$/);
    if (isExisting && mayBeMissing(operation) && !mayCreate) addIds(list, parameter, String(value));
    addValues(list, parameter, value);
  }
}

function addValues(list: CaseList, parameter: Parameter, value: unknown): void {
  const { contract } = list.options;
  const { in: place, name, examples, schemaPointer: pointer } = parameter;
  if (place !== 'path')
    list.add(`${name} is missing`, replaceValue(list, parameter, absent), { tolerated: [401] });
  for (const { name: example, value: other } of examples) {
    const request = replaceValue(list, parameter, other);
    list.add(`${name} is the example ${example}`, request, { mayBeUnknown: true });
  }
  if (pointer === undefined) return;
  if (isFreeText(contract, pointer) && place !== 'path') {
    const unusual = replaceValue(list, parameter, 'contract-check "\' <b> & ; %41 {}');
    const tolerated = [400];
    list.add(`${name} has unusual characters`, unusual, { mayBeUnknown: true, tolerated });
    return;
  }
  for (const { path, value: other, predicate } of findCandidates(contract, pointer, value)) {
    const changed = replaceAt(value, path, other);
    const isRouted = place === 'path' && /[\p{Cc}%/;\\ ]/u.test(String(changed));
    const tolerated = isRouted ? routerStatuses : [];
    const request = replaceValue(list, parameter, changed);
    const added = list.create(`${name} ${predicate}`, request, { mayBeUnknown: true, tolerated });
    // A write with another valid id might change what belongs to somebody.
    const mayDoHarm = list.isWrite && place === 'path' && added?.expected !== 'reject';
    if (!mayDoHarm) list.push(added);
  }
}

/** Adds ids that no resource has, and the existing one in other spellings. */
function addIds(list: CaseList, parameter: Parameter, id: string): void {
  const { in: place, name } = parameter;
  const add = (predicate: string, request: WireRequest | undefined) =>
    list.add(`${name} ${predicate}`, request, { expected: 'not found' });

  const invented = replaceValue(list, parameter, inventedId);
  if (!invented) return;

  add('was invented', invented);
  // An id that resembles another one may belong to somebody.
  if (list.isWrite) return;

  add('was invented, for HEAD', { ...invented, method: 'HEAD' });
  const { publicUrl } = list.options;
  const clients: Record<string, WireRequest['headers']> = {
    'for JSON': { Accept: 'application/json' },
    'for a browser': {
      Accept: 'text/html,*/*;q=0.8',
      // Error pages may repeat the Referer unescaped.
      Referer: 'https://example.com/<b>contract-check',
    },
  };
  if (publicUrl)
    clients['as the host of --public-url forwards it'] = forwardedHeaders(publicUrl, 'GET');
  for (const [client, headers] of Object.entries(clients)) {
    const options = { expected: 'not found', tolerated: [406] } as const;
    list.addHeaders(`${name} was invented, ${client}`, invented, headers, options);
  }
  for (const [change, predicate] of similarIds) {
    const similar = change(id);
    if (similar !== '') add(predicate, replaceValue(list, parameter, similar));
  }
  if (place === 'path') addRawIds(list, name, id);
}

/** Adds ids that are sent in the path without being encoded. */
function addRawIds(list: CaseList, name: string, id: string): void {
  const { base, operation, options } = list;
  // Without the id, the path may be that of a collection.
  const isInCollection = options.contract.operations.some(
    ({ path }) => `${path}/{${name}}` === operation.path,
  );
  for (const [change, predicate, expected] of rawIds) {
    if (change(id) === '' && isInCollection) continue;

    const target = base.request.target.replace(encodeURIComponent(id), () => change(id));
    const tolerated = expected === 'accept' ? [] : routerStatuses;
    list.add(`${name} ${predicate}`, { ...base.request, target }, { expected, tolerated });
  }
}

function replaceValue(
  list: CaseList,
  { in: place, name }: Parameter,
  value: unknown,
): WireRequest | undefined {
  const replaced = value === absent ? undefined : value;
  const parameters = new Map([...list.values.parameters, [`${place} ${name}`, replaced]]);
  return list.encode({ parameters });
}
