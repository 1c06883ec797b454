import { rules, runChecks } from './checks.ts';

const { failed } = await runChecks([rules]);
process.exitCode = failed === 0 ? 0 : 1;
