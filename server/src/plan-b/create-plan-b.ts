import { createSightingPasses } from './plan-b.pass.ts';
import { createPlanB } from './plan-b.service.ts';
import { createSightings } from './plan-b.sighting.ts';

/** Everything by which owners publish by hand what Instagram does not take from us. */
export function createPlanBServices(
  deps: Parameters<typeof createSightings>[0] &
    Omit<Parameters<typeof createPlanB>[0], 'sightings'> &
    Omit<Parameters<typeof createSightingPasses>[0], 'sightings'>,
) {
  const sightings = createSightings(deps);
  return {
    planB: createPlanB({ ...deps, sightings }),
    sightings: createSightingPasses({ ...deps, sightings }),
  };
}
