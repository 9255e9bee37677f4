/**
 * A phone number as people read it: (815) 555-0100. A leading 1 is the country's and left out; what is no number of ten digits
 * stays as it was given.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone;
}

/**
 * The number in E.164 (+18155550100), as messages are addressed; null for what is none of the US or Canada: ten digits, neither area nor
 * exchange beginning with 0 or 1, with or without the country's 1.
 */
export function toE164(phone: string): string | null {
  const isForeign = /^\s*\+(?!\s*1)/.test(phone);
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return !isForeign && /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : null;
}
