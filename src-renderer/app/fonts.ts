/** The typefaces, bundled: nothing is fetched from elsewhere, and scripts beyond Latin are loaded when they are needed. */
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/source-code-pro/wght.css';
