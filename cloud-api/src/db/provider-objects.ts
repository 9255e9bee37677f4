/**
 * The provider's objects as the mirror keeps them: whole, and read by these fields alone. Names and shapes are Stripe's
 * (API 2026-10-28); the adapter hands them over as plain JSON.
 */
export interface ProviderCard {
  id: string;
  type: string;
  card?: { brand: string; last4: string } | null;
}

export interface ProviderCustomer {
  id: string;
  deleted?: boolean;
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  created?: number;
  tax_exempt?: string | null;
  address?: { line1: string | null; city: string | null; state: string | null; postal_code: string | null; country: string | null } | null;
  metadata?: Record<string, string>;
  invoice_settings?: { default_payment_method: ProviderCard | string | null };
}

export interface ProviderProduct {
  id: string;
  name: string;
  metadata: Record<string, string>;
}

export interface ProviderPrice {
  id: string;
  nickname: string | null;
  unit_amount: number | null;
  product: string;
  metadata: Record<string, string>;
}

export interface ProviderSubscription {
  id: string;
  customer: string;
  status: string;
  created: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  schedule: string | null;
  metadata: Record<string, string>;
  items: { data: { price: { id: string }; current_period_start: number; current_period_end: number }[] };
}

export interface ProviderSchedule {
  id: string;
  customer: string;
  subscription: string | null;
  status: string;
  phases: { start_date: number; items: { price: string }[] }[];
}

export interface ProviderLocation {
  id: string;
  display_name: string;
  metadata: Record<string, string>;
}

export interface ProviderObjects {
  customer: ProviderCustomer;
  product: ProviderProduct;
  price: ProviderPrice;
  subscription: ProviderSubscription;
  schedule: ProviderSchedule;
  location: ProviderLocation;
}
export type ProviderKind = keyof ProviderObjects;
