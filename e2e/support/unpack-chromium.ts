// A process of its own: the package reads environment variables once, at import (browser.ts sets them).
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
