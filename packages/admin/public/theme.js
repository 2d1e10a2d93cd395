// Wears the theme of the cookie before anything is painted: a file, since nothing inline may run.
(function wear(root) {
  var found = /(?:^|; )theme=(dark|light|system)/.exec(document.cookie);
  root.setAttribute('data-theme', found ? found[1] : 'dark');
})(document.documentElement);
