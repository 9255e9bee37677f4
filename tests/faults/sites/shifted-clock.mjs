// Loaded into an agent by `node --import`: shifts its clock by the milliseconds in the file `SHIFTED_CLOCK_FILE`, and jumps when they
// change. Timers and the monotonic clock are unaffected.
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
