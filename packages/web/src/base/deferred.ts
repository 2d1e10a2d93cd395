// Scripts of a page that is whole without them wait for its first picture: on a slow line they
// would share it with the style sheets and the letters. Two parts that fit together: what the
// server does to the document, and the small script of its head.
// Not for pages that a script fills (the trade page). Used by entry.server.tsx and root.tsx.

const LATER = 'later';

/** Mark the scripts of a document, so that only the head's script begins them. */
export function postponeScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATER}"`)
    .replace(/<script([^>]*) type="module" async="">/, `<script$1 type="${LATER}">`);
}

/**
 * Script of the head: begins what was marked once something was painted (the frame after the first
 * one), or at once in a tab that nobody looks at. A script that only changed its kind would not
 * run: it is made anew.
 */
export const laterScript = `(function(d){
function each(s,f){Array.prototype.forEach.call(d.querySelectorAll(s),f)}
function go(){
each('link[rel=${LATER}]',function(l){var n=l.cloneNode();n.rel='modulepreload';l.replaceWith(n)});
each('script[type=${LATER}]',function(s){var n=d.createElement('script');
n.type='module';n.nonce=s.nonce;n.textContent=s.textContent;s.replaceWith(n)})}
function begin(){if(d.readyState==='loading')d.addEventListener('DOMContentLoaded',go);else go()}
if(d.hidden)begin();
else requestAnimationFrame(function(){requestAnimationFrame(begin)})})(document)`;
