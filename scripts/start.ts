import { runStack } from './stack/runStack.ts';

await runStack();
