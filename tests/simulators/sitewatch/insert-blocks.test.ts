import { describe, expect, it } from 'vitest';
import { insertBlocks } from './insert-blocks.ts';

describe('insert blocks', () => {
  it('write values as Firebird reads them', () => {
    const rows = [[1, "O'Brien", null, true, 12.5]];
    expect([...insertBlocks([{ name: 'T', columns: ['A', 'B', 'C', 'D', 'E'], rows }])]).toEqual([
      "EXECUTE BLOCK AS BEGIN\nINSERT INTO T (A, B, C, D, E) VALUES (1, 'O''Brien', NULL, 1, 12.5);\nEND",
    ]);
  });

  it('hold twenty-five rows at most and lose none', () => {
    const table = { name: 'T', columns: ['ID'], rows: Array.from({ length: 60 }, (_, index) => [index]) };
    const counts = [...insertBlocks([table])].map((block) => block.split('INSERT').length - 1);
    expect(counts).toEqual([25, 25, 10]);
  });
});
