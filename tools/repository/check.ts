// `npm run check`: types, lint, format, unused code, and the rules of prose and of the repository.
import { rules, runChecks } from './checks.ts';

const { failed } = await runChecks([rules]);
process.exitCode = failed === 0 ? 0 : 1;
