/** Keeps the last four digits, enough to recognize a number that the customer says. */
export const maskPhone = (phone: string): string => `•••-•••-${phone.replaceAll(/\D/g, '').slice(-4)}`;

/** Keeps the first letter and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
