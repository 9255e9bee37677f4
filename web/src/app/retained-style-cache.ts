import { createCache } from '@ant-design/cssinjs';

/**
 * antd forgets how a component looks as soon as the last one of its kind leaves the page, and works it out again for the next screen, which
 * costs more than drawing the screen. Its styles stay in the page anyway, so what is known of them stays too.
 */
export function retainedStyleCache(): ReturnType<typeof createCache> {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) => update(path, (before) => change(before) ?? (before ? [0, before[1]] : null));
  return cache;
}
