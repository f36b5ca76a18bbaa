<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title><?= $title ?></title>
  </head>
  <body>
    <h1><?= $title ?></h1>
    <form method="post" action="/orders"><button name="item" value="tea">Buy</button></form>
  </body>
</html>
