import { createManualPostDetection } from './manual-post-detection.jobs.ts';
import { createManualPublishing } from './manual-publishing.service.ts';
import { createManualPostDetector } from './manual-post-detector.ts';

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
