import { runVerifyCommand } from './verify/command.ts';

process.exitCode = await runVerifyCommand(process.argv.slice(2), process.env);
