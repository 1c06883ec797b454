/** Its own module, because plain pages need no more of a session. public/theme.js reads the key, too. */
export const SESSION_TOKEN = 'pontual.token';
