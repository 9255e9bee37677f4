import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStartOptions } from './start-options.ts';

describe('readStartOptions', () => {
  it('keeps everything in .washdesk unless told otherwise', () => {
    const { folder, fresh, ports } = readStartOptions([]);
    expect([path.basename(folder), fresh, ports]).toEqual(['.washdesk', false, {}]);
    expect(readStartOptions(['--fresh', '--folder', '/data', '--port', '8123'])).toEqual({
      folder: path.resolve('/data'),
      fresh: true,
      cars: false,
      monthsBilled: 12,
      ports: { 'cloud-api': 8123 },
    });
  });

  it.each([[['--port', 'x']], [['--port', '70000']], [['--fast']], [['positional']]])('explains itself when it gets %j', (args) => {
    expect(() => readStartOptions(args)).toThrow('Usage: npm start');
  });
});
