import { isObject } from './conversation.ts';

/** The fields that one of two objects has and the other has not, through all that both have as objects. */
export function fieldsApart(recorded: unknown, here: unknown, at: readonly string[] = []): string[] {
  if (!isObject(recorded) || !isObject(here)) return [];
  const names = new Set([...Object.keys(recorded), ...Object.keys(here)]);
  return [...names].flatMap((name) => {
    const path = [...at, name];
    if (!(name in recorded) || !(name in here)) return [path.join('.')];
    // Free keys are nobody's fields.
    return name === 'metadata' ? [] : fieldsApart(recorded[name], here[name], path);
  });
}
