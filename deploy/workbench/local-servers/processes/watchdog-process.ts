import { endOrphans } from './pid-record.ts';

/**
 * Runs `node watchdog-process.ts <folder> <owner>`: waits until its stdin ends, when its starter has ended, even by kill -9, and then ends
 * everything that this process left running. After a clean stop the watchdog gets a message to end instead.
 */
const [folder, owner] = process.argv.slice(2);
if (!folder || !owner) throw new Error('Usage: node watchdog-process.ts <folder> <owner>');
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
await endOrphans(folder, owner);
