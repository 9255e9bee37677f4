import { endOrphans } from './pid-record.ts';

/**
 * `node watchdog-process.ts <folder> <owner>`: waits until its stdin ends, which is when the process that started it is gone, by
 * whatever means, and ends everything that this one left running. After a clean stop it is told to go instead.
 */
const [folder, owner] = process.argv.slice(2);
if (!folder || !owner) throw new Error('Usage: node watchdog-process.ts <folder> <owner>');
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
await endOrphans(folder, owner);
