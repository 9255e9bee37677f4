import type { PersonalTables } from '../personal-data.ts';
/** Reasons why a plan or a customer may end. */
interface ReasonTable {
  value: string;
  text: string;
  /** The endings for which it can be chosen: discontinue, terminate, delete. */
  kinds: string[];
  position: number;
  active: boolean;
}

/** Cents per month. */
interface PriceRangeTable {
  id: number;
  product_class: string;
  min_price: number;
  max_car: number;
  max_truck: number;
  max_car_commercial: number;
  max_truck_commercial: number;
  /** Null while the row has its initial values. */
  changed: Date | null;
  changed_by: string | null;
}

declare module '../schema.ts' {
  interface Database {
    reason: ReasonTable;
    price_range: PriceRangeTable;
  }
}

export const personalData = {
  reason: {
    plain: ['value', 'text', 'kinds', 'position', 'active'],
  },
  price_range: {
    plain: [
      'id',
      'product_class',
      'min_price',
      'max_car',
      'max_truck',
      'max_car_commercial',
      'max_truck_commercial',
      'changed',
      'changed_by',
    ],
  },
} satisfies PersonalTables;
