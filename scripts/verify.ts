import { runVerifyCommand } from './verify/runVerifyCommand.ts';

process.exitCode = await runVerifyCommand(process.argv.slice(2), process.env);
