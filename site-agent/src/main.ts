import { setFlagsFromString } from 'node:v8';

// before anything else is loaded: V8 lets a heap grow to several times its content (docs/decisions/0093-agent-memory.md)
setFlagsFromString('--memory-saver-mode');

void import('./cli.ts')
  .then(({ cli }) => cli(process.argv.slice(2)))
  .then((code) => {
    process.exitCode = code;
  });
