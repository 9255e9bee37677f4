/** The list of flags; of one customer if given. */
export const abusePath = (customer?: string): string =>
  customer === undefined ? '/admin/abuse' : `/admin/abuse?customer=${encodeURIComponent(customer)}`;
