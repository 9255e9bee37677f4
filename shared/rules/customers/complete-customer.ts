import { defaultCarMake, entryWords, isMailAddress, plateProblem, tagProblem } from './customer-entry.ts';
import { noFirstName, noLastName, parseName } from './names.ts';

/** The fields that Complete Customer checks; null equals empty. */
export interface CompletedFields {
  name: string | null;
  email: string | null;
  plate: string | null;
  tag: string | null;
  make: string | null;
  model: string | null;
  color: string | null;
}

export const nameForm = "must be 'Last, First'";
const missing = 'is missing';

/** Returns what an online sign-up lacks before a cashier can complete it (docs/rules/members.md#life-of-a-customer). */
export function lackingForCompletion({
  name,
  email,
  plate,
  tag,
  make,
  model,
  color,
}: CompletedFields): { path: string; message: string }[] {
  const wrong = (path: string, message: string | null) => (message === null ? [] : [{ path, message }]);
  const lacks = (path: string, isThere: boolean, message: string) => wrong(path, isThere ? null : message);
  return [
    ...lacks('name', isLastFirst(name ?? ''), nameForm),
    ...lacks('tag', Boolean(tag), missing),
    ...wrong('tag', tag ? tagProblem(tag) : null),
    ...wrong('plate', plateProblem(plate ?? '')),
    ...lacks('make', Boolean(make), missing),
    ...lacks('model', Boolean(model) || make === defaultCarMake, missing),
    ...lacks('color', Boolean(color), missing),
    ...lacks('email', isMailAddress(email ?? ''), entryWords.mail),
  ];
}

function isLastFirst(name: string): boolean {
  const { firstName, lastName } = parseName(name);
  return name.includes(',') && firstName !== noFirstName && lastName !== noLastName;
}
