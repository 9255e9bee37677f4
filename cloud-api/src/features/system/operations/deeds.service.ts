import type { DeedState } from '../../../operations/deed.ts';
import type { Deeds } from '../../../operations/deeds.ts';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';

/** "Still checking": what became of an act whose answer never arrived (design section 4, "Money once"). */
export class DeedsService {
  readonly #deeds: Deeds;

  constructor(deeds: Deeds) {
    this.#deeds = deeds;
  }

  /** @throws Failure 404 `deed_not_found` */
  async stateOf(principal: Principal, key: string): Promise<DeedState> {
    const state = await this.#deeds.stateOf(principal, key);
    if (!state) throw notFound('deed_not_found', 'Nothing was begun with this key');
    return state;
  }
}
