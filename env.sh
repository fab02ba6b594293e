export U=http://127.0.0.1:4961/
