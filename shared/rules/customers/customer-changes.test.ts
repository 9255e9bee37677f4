import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldChanges, type FieldValues } from './customer-changes.ts';

const names = ['name', 'email', 'address.city', 'metadata.CarMake'];
const values = fc
  .record(Object.fromEntries(names.map((name) => [name, fc.constantFrom('', 'a', 'b')])), { requiredKeys: [] })
  .map((record): FieldValues => record as Record<string, string>);
const valueIn = (all: FieldValues, name: string): string => all[name] ?? '';

describe('saving', () => {
  it('writes what was edited, and nothing else', () => {
    const base = { name: 'Moore, Ada', email: 'ada@moore.test', phone: '' };
    const theirs = { name: 'Moore, Ada', email: 'ada@moore.test', phone: '815-555-0101' };
    expect(fieldChanges({ base, theirs, yours: { ...base, email: 'ada@new.test' } })).toEqual({
      changes: { email: 'ada@new.test' },
      conflicts: [],
    });
  });

  it('names a field that another user changed, with all three values', () => {
    expect(fieldChanges({ base: { name: 'A' }, yours: { name: 'B' }, theirs: { name: 'C' } })).toEqual({
      changes: {},
      conflicts: [{ field: 'name', base: 'A', yours: 'B', theirs: 'C' }],
    });
  });

  it('is done already where both wanted the same', () => {
    expect(fieldChanges({ base: { name: 'A' }, yours: { name: 'B' }, theirs: { name: 'B' } })).toEqual({ changes: {}, conflicts: [] });
  });

  it('ends, without a conflict, with the edited fields as wanted and the others as they were', () => {
    fc.assert(
      fc.property(values, values, values, (base, yours, theirs) => {
        const { changes, conflicts } = fieldChanges({ base, yours, theirs });
        const saved = { ...theirs, ...changes };
        for (const name of names) {
          const edited = name in yours && valueIn(yours, name) !== valueIn(base, name);
          const inConflict = conflicts.some(({ field }) => field === name);
          expect(valueIn(saved, name)).toBe(edited && !inConflict ? valueIn(yours, name) : valueIn(theirs, name));
          expect(inConflict).toBe(
            edited && valueIn(theirs, name) !== valueIn(base, name) && valueIn(theirs, name) !== valueIn(yours, name),
          );
        }
      }),
    );
  });

  it('comes to the same in either order where two people edited different fields', () => {
    fc.assert(
      fc.property(values, values, (base, wanted) => {
        const [first, second] = [names.slice(0, 2), names.slice(2)].map((mine) =>
          Object.fromEntries(names.map((name) => [name, valueIn(mine.includes(name) ? wanted : base, name)])),
        ) as [FieldValues, FieldValues];
        const save = (theirs: FieldValues, yours: FieldValues): FieldValues => ({
          ...theirs,
          ...fieldChanges({ base, yours, theirs }).changes,
        });
        const oneWay = save(save(base, first), second);
        const otherWay = save(save(base, second), first);
        for (const name of names) {
          expect(valueIn(oneWay, name)).toBe(valueIn(otherWay, name));
          expect(valueIn(oneWay, name)).toBe(valueIn(wanted, name));
        }
      }),
    );
  });
});
