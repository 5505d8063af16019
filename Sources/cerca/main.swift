print("cerca")
