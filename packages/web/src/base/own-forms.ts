// Forms before the scripts of their page run. A browser would send them itself: what was typed, a
// password too, would stand in the address and in every log on its way. Used by root.tsx.

/**
 * Script of the head: sends no form but those that say where to. All others are answered by the
 * page's code, which has listened before this does.
 */
export const ownFormsScript = `addEventListener('submit',function(e){
if(!e.target.hasAttribute('action'))e.preventDefault()})`;
