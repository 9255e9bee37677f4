import type { Customer } from '@washdesk/contracts/members/customer';

/** What stands before the form, by the specification's modal modes (front-desk section 3); `clear` is ours. */
export type FormDialog =
  | { mode: 'foundcustomers'; field: 'plate' | 'tag'; code: string; customers: readonly Customer[] }
  | { mode: 'platewarning'; why: string; plate: string }
  | { mode: 'capturing' }
  | { mode: 'clear' };
