// Runs as a separate process, because the package reads environment variables once, at import: they determine
// the target folder and whether it unpacks its own libraries (browser.ts sets them).
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
