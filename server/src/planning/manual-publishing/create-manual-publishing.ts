import { createManualPostDetection } from './manual-post-detection.jobs.ts';
import { createManualPublishing } from './manual-publishing.service.ts';
import { createManualPostDetector } from './manual-post-detector.ts';

/** Everything by which owners publish by hand what Instagram does not take from us. */
export function createManualPublishingServices(
  deps: Parameters<typeof createManualPostDetector>[0] &
    Omit<Parameters<typeof createManualPublishing>[0], 'manualPostDetector'> &
    Omit<Parameters<typeof createManualPostDetection>[0], 'manualPostDetector'>,
) {
  const manualPostDetector = createManualPostDetector(deps);
  return {
    manualPublishing: createManualPublishing({ ...deps, manualPostDetector }),
    manualPostDetection: createManualPostDetection({ ...deps, manualPostDetector }),
  };
}
