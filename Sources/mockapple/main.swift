print("mockapple")
