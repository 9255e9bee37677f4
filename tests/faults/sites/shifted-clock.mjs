// Loaded into an agent by `node --import`: its computer's clock is wrong by what the file `SHIFTED_CLOCK_FILE` says, in milliseconds, and jumps
// when that changes. Timers and the monotonic clock go on as they are.
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

const RealDate = Date;
const realNow = Date.now;
const shiftedNow = () => realNow() + Number(readFileSync(env['SHIFTED_CLOCK_FILE'], 'utf8'));

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [shiftedNow()] : args));
  }

  static now() {
    return shiftedNow();
  }
};
