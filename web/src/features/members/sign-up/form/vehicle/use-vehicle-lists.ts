import { skipToken } from '@reduxjs/toolkit/query';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import { useConfigQuery } from '../../../../../lib/startup-api.ts';
import { useColorsQuery, useMakesQuery, useModelsQuery } from '../../sign-up-api.ts';
import { optionOf, type ListOption } from '../fields/list-options.ts';

export interface VehicleLists {
  /** Null if Sitewatch returned no list; the make is typed then. */
  makes: ListOption[] | null;
  models: ListOption[] | null;
  colors: ListOption[];
  loading: { makes: boolean; models: boolean };
  /** Whether Sitewatch returned no lists. */
  silent: boolean;
}

/**
 * Returns Sitewatch's makes, this make's models, and colors; see docs/rules/sites.md#sitewatch-lists. Without Sitewatch the default colors
 * are offered.
 */
export function useVehicleLists(make: string): VehicleLists {
  const { data: config } = useConfigQuery();
  const makes = useMakesQuery({});
  const colors = useColorsQuery({});
  const makeId = makes.data?.makes.find(({ NAME }) => NAME === make)?.ID;
  const models = useModelsQuery(makeId === undefined ? skipToken : { query: { make: String(makeId) } });

  const isListed = makeId !== undefined && !models.isError;
  const modelNames = models.currentData?.models.map(({ NAME }) => NAME) ?? [];
  const colorNames = colors.data?.colors.map(({ NAME }) => NAME) ?? config?.configOptions?.carColors ?? settingDefaults.carColors;
  return {
    makes: makes.isError ? null : optionsOf([...(makes.data?.makes.map(({ NAME }) => NAME) ?? []), defaultCarMake]),
    models: isListed || make === '' ? optionsOf(modelNames) : null,
    colors: optionsOf(colorNames),
    loading: { makes: makes.isLoading, models: makes.isLoading || models.isFetching },
    silent: makes.isError,
  };
}

const optionsOf = (names: readonly string[]): ListOption[] => [...new Set(names)].map((name) => optionOf(name));
