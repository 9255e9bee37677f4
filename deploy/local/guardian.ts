import { endOrphans } from './pid-record.ts';

/**
 * `node guardian.ts <folder>`: waits until its stdin ends, which is when the process that started it is gone, by whatever
 * means, and ends everything that this one left running there. After a clean stop there is nothing.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node guardian.ts <folder>');
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
await endOrphans(folder);
