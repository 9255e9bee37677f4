/** One lookup: a code, and the customer if the user chose a person. */
export interface Lookup {
  code: string;
  customer: string | null;
}

/** No code contains it, and no customer's id. */
const separator = ' @';

/** Returns the lookup's name in the queue and among the pending requests. */
export const subjectOf = ({ code, customer }: Lookup): string => (customer === null ? code : code + separator + customer);

export function lookupOf(subject: string): Lookup {
  const [code = '', customer = null] = subject.split(separator);
  return { code, customer };
}
