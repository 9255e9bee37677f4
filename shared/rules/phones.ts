/**
 * A phone number as people read it: (815) 555-0100. A leading 1 is the country's and left out; what is no number of ten digits
 * stays as it was given.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone;
}
