import { cli } from './cli.ts';

void cli(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
