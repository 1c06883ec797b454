// Runs as a process of its own, because the package decides by environment variables, at import and
// for good, where it unpacks to and whether it brings its own libraries (browser.ts sets them).
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
