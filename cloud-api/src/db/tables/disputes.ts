import type { Json } from './columns.ts';

export interface DisputeEvidenceTable {
  id: string;
  dispute: string;
  /** The texts of the evidence, by Stripe's names. */
  texts: Json<Record<string, string>>;
  pdf: Buffer;
  /** The PDF at the provider; null before it was uploaded. */
  file: string | null;
  created: Date;
  /** When the pack was stored with the dispute; null before. */
  saved: Date | null;
  saved_by: string | null;
  /** When the pack was handed in. */
  submitted: Date | null;
  submitted_by: string | null;
}
