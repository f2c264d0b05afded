import { join } from 'node:path';
import { distDirectory } from './build/paths.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run gallery -- [options]

Takes a picture of every state of the product at 320, 375, 768 and 1280 px, with forced colours and with
text of 200 %, and writes them to dist/gallery/ with an HTML page. Exits with 1 if axe finds a violation.
Takes a few minutes.

Options:
  --only TEXT    only the pictures with this text in their name, such as menu, or text-200-320
  -h, --help     show this help`;

const options = { only: { type: 'string' } } as const;

await runCommand({ usage, options }, async ({ values: { only = '' } }) => {
  const { takePictures } = await import('./browser/takePictures.ts');
  const directory = join(distDirectory, 'gallery');
  const violationCount = await takePictures(directory, only);
  console.log(`Open ${join(directory, 'index.html')}`);
  if (violationCount > 0) process.exitCode = 1;
});
