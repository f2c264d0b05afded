import { runStack } from './runStack.ts';

await runStack();
