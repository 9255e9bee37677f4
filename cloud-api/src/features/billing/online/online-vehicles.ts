import type { VehicleLists } from '../../../ports/vehicle-lists.ts';

interface Options {
  lists: VehicleLists;
  carColors: () => Promise<readonly string[]>;
}

interface Named {
  id: number;
  name: string;
}

const named = (rows: readonly { ID: number; NAME: string }[]): Named[] => rows.map(({ ID: id, NAME: name }) => ({ id, name }));

/** Makes, models and colors that the public sign-up offers. */
export class OnlineVehicles {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async makes(site: number | null): Promise<Named[]> {
    return named(await this.#options.lists.makes(site));
  }

  async models(site: number | null, make: number): Promise<Named[]> {
    return named((await this.#options.lists.models(site)).filter(({ MAKE }) => MAKE === make));
  }

  /** Returns the colors of the settings, if no site has any. */
  async colors(site: number | null): Promise<Named[]> {
    const colors = named(await this.#options.lists.colors(site));
    return colors.length > 0 ? colors : (await this.#options.carColors()).map((name, index) => ({ id: index + 1, name }));
  }
}
