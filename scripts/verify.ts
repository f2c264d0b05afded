import { runVerifyCommand } from '../verifier/command.ts';

process.exitCode = await runVerifyCommand(process.argv.slice(2), process.env);
