/**
 * Formats a phone number: (815) 555-0100. A leading country code 1 is dropped; text that is not a ten-digit number is returned unchanged.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone;
}

/**
 * Returns the number in E.164 (+18155550100), the form for messages; null if it is not a US or Canadian number: ten digits, neither area
 * nor exchange starting with 0 or 1, with or without the country code 1.
 */
export function toE164(phone: string): string | null {
  const isForeign = /^\s*\+(?!\s*1)/.test(phone);
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return !isForeign && /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : null;
}

/** Whether the text is a phone number of the US or Canada, or one of another country that begins with its plus. */
export function isPhone(text: string): boolean {
  if (!/^\+?[\d\s().-]+$/.test(text.trim())) return false;
  return toE164(text) !== null || /^\+(?!1)\d{7,15}$/.test(text.replaceAll(/[^\d+]/g, ''));
}
